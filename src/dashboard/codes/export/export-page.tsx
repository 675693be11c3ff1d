import { NarrowPage } from '../../kit/page-head.tsx';
import { Row, Rows } from '../../kit/rows.tsx';

/** The files to take along, by what they are for. Their names are those of `/v1/exports`. */
export const FILES = [
  {
    name: '_redirects',
    title: 'Cloudflare Pages, Netlify',
    text: 'Pages reads 2,000 rules; the file says where it stops.',
  },
  {
    name: 'bulk-redirects.csv',
    title: 'Cloudflare Bulk Redirects',
    text: 'A list for the dashboard of Cloudflare, without comments.',
  },
  { name: 'redirects.nginx.conf', title: 'nginx', text: 'Include it; its first lines say how.' },
  { name: 'redirects.caddyfile', title: 'Caddy', text: 'Import it; its first lines say how.' },
  {
    name: 'redirects-html.tar.gz',
    title: 'Any host of files',
    text: 'A page for each code that leads on.',
  },
  {
    name: 'redirects.csv',
    title: 'Table of redirects',
    text: 'Every path with its target, what gets lost, and what is left out.',
  },
  { name: 'redirects.json', title: 'The same as JSON', text: 'For programs.' },
  { name: 'scans.csv', title: 'Scans by day', text: 'Counted here, and imported.' },
  { name: 'edits.ndjson', title: 'History', text: 'What was changed, when and by whom, as JSON Lines.' },
] as const;

/** All files that an account can take with it. */
export function ExportPage() {
  return (
    <NarrowPage back={{ href: '/codes', label: 'Back to the codes' }} title="Take your codes with you">
      <p>
        Where all your codes lead, archived ones too, for a server that goes on without this service. The
        table of redirects says of each code what such a server cannot do: rules, variants, limits, schedules.
        Codes with a password are left out.
      </p>
      <Rows>
        {FILES.map(({ name, title, text }) => (
          <Row
            title={
              <a href={`/codes/leave/${name}`} download={name}>
                {title}
              </a>
            }
            about={
              <>
                <code>{name}</code> {text}
              </>
            }
          />
        ))}
      </Rows>
      <p>
        To go on with this service elsewhere, take{' '}
        <a href="/codes/export.ndjson?archived=any" download="qr-codes.ndjson">
          the codes as JSON Lines
        </a>{' '}
        and upload them there. Short codes, external ids and targets come along; ids stay here.
      </p>
    </NarrowPage>
  );
}
