/** What paths of Cloudflare's API are about, in words for people; the first that fits counts. */
const SUBJECTS: readonly (readonly [path: RegExp, subject: string])[] = [
  [/\/d1\//, 'D1'],
  [/\/storage\/kv\//, 'KV'],
  [/\/r2\//, 'R2'],
  [/\/workers\/scripts\/([\w-]+)/, 'the Worker "$1"'],
  [/\/workers\/scripts/, 'Workers'],
  [/\/workers\/domains/, 'hosts of Workers'],
  [/\/workers\/routes/, 'Worker routes'],
  [/\/workers\/subdomain/, 'the workers.dev subdomain'],
  [/\/dns_records/, 'DNS records'],
  [/\/custom_hostnames/, 'hosts of accounts'],
  [/\/zones\b/, 'the domain'],
  [/\/analytics_engine\//, 'Analytics Engine'],
  [/\/analytics|\/graphql/, 'statistics'],
];

/** What a request is about. */
export function subjectOf(path: string): string {
  for (const [pattern, subject] of SUBJECTS) {
    const match = pattern.exec(path);
    if (match) return subject.replace('$1', match[1] ?? '');
  }
  return path;
}
