import type { ContentProblem, StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';
import { decodeUriData } from './uri.ts';

const DECIMAL = String.raw`-?\d{1,3}(?:\.\d{1,15})?`;
const PLAIN = new RegExp(`^(${DECIMAL}),(${DECIMAL})$`);
/** RFC 5870 §3.3, and after it the query that maps on phones read as a place to search for or a zoom. */
const GEO_URI = new RegExp(
  String.raw`^geo:(${DECIMAL}),(${DECIMAL})(?:,-?\d{1,9}(?:\.\d{1,15})?)?(?:;crs=wgs84)?(?:;u=\d{1,9}(?:\.\d{1,15})?)?(?:\?(.+))?$`,
  'i',
);

/** `latitude,longitude` in decimal degrees of WGS 84, or a `geo:` URI of them. */
export function parseGeo(target: string): Result<StaticContent, ContentProblem> {
  const isUri = /^geo:/i.test(target);
  const found = (isUri ? GEO_URI : PLAIN).exec(target);
  if (found === null || decodeUriData(found[3] ?? '') === null) {
    return err({
      code: 'invalid_geo',
      message:
        'Write latitude and longitude in decimal degrees with a comma and no space between, as in 52.5163,13.3777, or the URI geo:52.5163,13.3777.',
    });
  }
  const [, latitude = '', longitude = ''] = found;
  if (Math.abs(Number(latitude)) > 90) {
    return err({ code: 'invalid_geo', message: `The latitude ${latitude} is outside -90 to 90 degrees.` });
  }
  if (Math.abs(Number(longitude)) > 180) {
    return err({
      code: 'invalid_geo',
      message: `The longitude ${longitude} is outside -180 to 180 degrees.`,
    });
  }
  return ok({ symbolContent: target, redirectTo: isUri ? target : `geo:${target}` });
}
