import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import { ButtonRow, LinkButton } from '../../kit/buttons.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { Row, Rows } from '../../kit/rows.tsx';

/** The export files, by purpose. Their names are those of `/v1/exports`. */
export const FILES = [
  {
    name: '_redirects',
    title: 'Cloudflare Pages, Netlify',
    text: 'Pages reads 2,000 rules; the file says where it stops.',
  },
  {
    name: 'bulk-redirects.csv',
    title: 'Cloudflare Bulk Redirects',
    text: 'A list to upload in the Cloudflare dashboard, without comments.',
  },
  {
    name: 'redirects.nginx.conf',
    title: 'nginx',
    text: 'Include it in your configuration; its first lines say how.',
  },
  {
    name: 'redirects.nginx-once.conf',
    title: 'nginx, once for all domains',
    text: 'Settings that nginx accepts only once. Include them first.',
  },
  {
    name: 'redirects.caddyfile',
    title: 'Caddy',
    text: 'Import it into your configuration; its first lines say how.',
  },
  {
    name: 'redirects-html.tar.gz',
    title: 'Any file host',
    text: 'A page for each code that forwards its visitors.',
  },
  {
    name: 'redirects.csv',
    title: 'Table of redirects',
    text: 'Every path with its target, what gets lost, and what is left out.',
  },
  { name: 'redirects.json', title: 'The same as JSON', text: 'For programs.' },
  { name: 'scans.csv', title: 'Scans by day', text: 'Those counted here, and those imported.' },
  { name: 'edits.ndjson', title: 'History', text: 'What was changed, when and by whom, as JSON Lines.' },
] as const satisfies readonly {
  readonly name: string;
  readonly title: PlainMessage;
  readonly text: PlainMessage;
}[];

/** All files that an account can export: everything at once, in one part or several, and single files. */
export function ExportPage({ parts }: { readonly parts: number }) {
  return (
    <NarrowPage
      back={{ href: '/codes', label: say('Back to the codes') }}
      title={say('Take your codes with you')}
    >
      <p>
        {say(
          'One archive with everything: the codes with all their names, your files and images, templates, scans by day, and the redirects of each of your hosts for each server. It explains how to keep printed codes working, and lists what cannot be moved.',
        )}
      </p>
      <ButtonRow>
        {Array.from({ length: parts }, (_, i) => (
          <LinkButton href={`/codes/leave/everything.zip?part=${i + 1}`}>
            {parts === 1
              ? say('Download everything')
              : say('Everything, part {part, number} of {parts, number}', { part: i + 1, parts })}
          </LinkButton>
        ))}
      </ButtonRow>
      <details class="more">
        <summary>{say('Single files')}</summary>
        <p>
          {say(
            'Where all your codes lead, including archived ones, so that your own server can replace this service. The table of redirects says for each code what such a server cannot do: rules, variants, limits, schedules. Codes with a password are left out.',
          )}
        </p>
        <p>
          {say(
            'They contain the short links on this service’s host. Those on your own domains, and the files that codes open, are in the archive.',
          )}
        </p>
        <Rows>
          {FILES.map(({ name, title, text }) => (
            <Row
              title={
                <a href={`/codes/leave/${name}`} download={name}>
                  {say(title)}
                </a>
              }
              about={
                <>
                  <code>{name}</code> {say(text)}
                </>
              }
            />
          ))}
        </Rows>
        <p>
          {sayRich(
            'To continue with this service elsewhere, download <codes>the codes as JSON Lines</codes> and upload them there. Short codes, external ids and targets are kept; ids are not.',
            {
              codes: (text) => (
                <a href="/codes/export.ndjson?archived=any" download="qr-codes.ndjson">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      </details>
    </NarrowPage>
  );
}
