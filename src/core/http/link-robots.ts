/**
 * `/robots.txt` of the hosts with short links. Crawlers may follow short links: the responses say `noindex`, which a blocked crawler would
 * never read.
 */
export const LINK_ROBOTS = 'User-agent: *\nDisallow: /report/\n';
