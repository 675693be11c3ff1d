import type { Domain } from '#core/domains/domain.ts';
import { say } from '#languages/say.ts';

/** The address of a mail with the records of a domain, to anyone who runs its DNS (RFC 6068: lines end in CR LF, spaces are `%20`). */
export function toRecordsMail({ host, records }: Pick<Domain, 'host' | 'records'>): string {
  const lines = [
    say('Please add these records to the DNS of {host}:', { host }),
    ...records.flatMap(({ type, name, value }) => [
      '',
      say('Type: {type}', { type }),
      say('Name: {name}', { name }),
      say('Value: {value}', { value }),
    ]),
  ];
  const subject = encodeURIComponent(say('DNS records for {host}', { host }));
  return `mailto:?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
