import { defineContent, required } from './field.ts';

/** A tenth of a millimetre. */
const DECIMALS = 9;

/** A `geo:` URI (RFC 5870): phones show the place on a map. */
export const geo = defineContent({
  fields: {
    latitude: required.number('In decimal degrees of WGS 84.', { least: -90, most: 90, decimals: DECIMALS }),
    longitude: required.number('In decimal degrees of WGS 84.', {
      least: -180,
      most: 180,
      decimals: DECIMALS,
    }),
  },
  example: { latitude: 52.5163, longitude: 13.3777 },
  mainField: 'latitude',
  check: () => [],
  compose: ({ latitude, longitude }) => `geo:${toDecimal(latitude)},${toDecimal(longitude)}`,
  decompose: (target) => {
    const [latitude, longitude] = target.replace(/^geo:/i, '').split(/[,;?]/);
    return { latitude: Number(latitude), longitude: Number(longitude) };
  },
});

/** Without an exponent, and without zeros at its end. */
function toDecimal(degrees: number): string {
  return degrees.toFixed(DECIMALS).replace(/\.?0{1,9}$/, '');
}
