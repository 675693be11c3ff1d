import { defineTarget, type FieldProblem, missing, targetUnless, wrong } from './target-family.ts';

/** A `geo:` URI (RFC 5870): phones show the place on a map. */
export const geoTarget = defineTarget(
  ['latitude', 'longitude'],
  'latitude',
  ({ latitude, longitude }) =>
    targetUnless(
      [checkDegrees('latitude', latitude, 90), checkDegrees('longitude', longitude, 180)],
      () => `geo:${toDecimal(latitude)},${toDecimal(longitude)}`,
    ),
  (target) => {
    const [latitude, longitude] = target.replace(/^geo:/i, '').split(/[,;?]/);
    return { latitude, longitude };
  },
);

function checkDegrees(field: string, text: string, most: number): FieldProblem | null {
  const degrees = toDecimal(text);
  if (degrees === '') return missing(field, `Give the ${field} in degrees.`);
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(degrees)) {
    return wrong(
      field,
      `Write the ${field} in decimal degrees, as in ${most === 90 ? '52.5163' : '13.3777'}.`,
    );
  }
  return Math.abs(Number(degrees)) > most
    ? wrong(field, `The ${field} is between -${most} and ${most} degrees.`)
    : null;
}

/** With a point, also where people write a comma. */
function toDecimal(text: string): string {
  return text.trim().replace(/^\+/, '').replace(',', '.').replace('−', '-');
}
