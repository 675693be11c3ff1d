/** What the archive of a whole account says about itself, and how it is cut into parts. */

/** What it takes to write a file: queries of the database and reads of stored objects, and the bytes of such an object. */
export interface Cost {
  readonly queries: number;
  readonly bytes: number;
}

/** The files in parts, in their order, each as large as it may be. A file that is more than a part holds is one of its own. */
export function cutIntoParts<File extends Cost>(files: readonly File[], most: Cost): File[][] {
  const parts: File[][] = [[]];
  let [queries, bytes] = [0, 0];
  for (const file of files) {
    if (parts.at(-1)?.length && (queries + file.queries > most.queries || bytes + file.bytes > most.bytes)) {
      parts.push([]);
      [queries, bytes] = [0, 0];
    }
    parts.at(-1)?.push(file);
    [queries, bytes] = [queries + file.queries, bytes + file.bytes];
  }
  return parts;
}

/** Something of the account that the archive lacks, in `manifest.json`. */
export interface Lost {
  readonly what: string;
  readonly why: string;
  /** Of how many codes on which host. */
  readonly host?: string;
  readonly codes?: number;
}

/** What no account can take along. */
export const NEVER_EXPORTED: readonly Lost[] = [
  {
    what: 'pictures',
    why: 'they are drawn from codes.ndjson; POST /v1/exports/files has those of up to 1,000 codes',
  },
  { what: 'passwords', why: 'no password can be read; codes that ask for one are in no redirect file' },
  { what: 'single scans', why: 'scans.csv has their number for each day' },
  { what: 'people, keys, webhooks, settings', why: 'they belong to this service' },
];

/** At the start of each part. */
export const README = `Everything of an account
========================

codes.csv, codes.ndjson   the codes with all of their names; an import reads both
templates.json            the templates of designs
account.json              the name, the plan and the brand
scans.csv, edits.ndjson   scans by day, and the history
images/                   the pictures of logos and link previews
file/                     the files that codes open
redirects/HOST/           where the short links of a host lead, for other servers
manifest.json             what is in a part, how many parts there are, and what is lost

Unpack all parts into one folder. manifest.json is the last file of each part: a part without it is incomplete.

To serve what is printed
------------------------
For example from /srv/qr, for the host brand.example. Unpack the pages of the codes that show a text:

    mkdir -p pages/brand.example
    tar -xzf redirects/brand.example/redirects-html.tar.gz -C pages/brand.example

A code that opens a file leads to /file/ on its own host. Any server of files has it there once the folder "file" is at
the root of the host.

nginx: do what the first lines of redirects.nginx.conf say, but instead of "return 404;" write

    location /file/ { root /srv/qr; }
    location / { root /srv/qr/pages/brand.example; try_files $uri/index.html =404; }

Caddy: do what the first lines of redirects.caddyfile say, and in the site, above its import, write this, with the
name of the file's map in place of qr_target:

    handle /file/* {
        root * /srv/qr
        file_server
    }
    @page {
        expression \`{qr_target} == ""\`
        file {
            root /srv/qr/pages/brand.example
            try_files {path}/index.html
        }
    }
    handle @page {
        root * /srv/qr/pages/brand.example
        rewrite * {file_match.relative}
        file_server
    }
`;
