/** Where visitors are: large cities with the millions of people in and around each, and the continent. Latitude and longitude in degrees. */
const CITIES: readonly (readonly [
  name: string,
  people: number,
  at: readonly [number, number],
  continent: string,
])[] = [
  ['Tokyo', 37, [35.7, 139.7], 'Asia'],
  ['Delhi', 33, [28.6, 77.2], 'Asia'],
  ['Shanghai', 29, [31.2, 121.5], 'Asia'],
  ['Dhaka', 23, [23.8, 90.4], 'Asia'],
  ['São Paulo', 22, [-23.6, -46.6], 'South America'],
  ['Mexico City', 22, [19.4, -99.1], 'North America'],
  ['Cairo', 22, [30, 31.2], 'Africa'],
  ['Mumbai', 21, [19.1, 72.9], 'Asia'],
  ['Osaka', 19, [34.7, 135.5], 'Asia'],
  ['New York', 19, [40.7, -74], 'North America'],
  ['Karachi', 17, [24.9, 67], 'Asia'],
  ['Istanbul', 16, [41, 29], 'Europe'],
  ['Lagos', 16, [6.5, 3.4], 'Africa'],
  ['Buenos Aires', 15, [-34.6, -58.4], 'South America'],
  ['Manila', 15, [14.6, 121], 'Asia'],
  ['Rio de Janeiro', 14, [-22.9, -43.2], 'South America'],
  ['Bengaluru', 14, [13, 77.6], 'Asia'],
  ['Los Angeles', 12, [34.1, -118.2], 'North America'],
  ['Moscow', 12, [55.8, 37.6], 'Europe'],
  ['Bogotá', 11, [4.7, -74.1], 'South America'],
  ['Lima', 11, [-12, -77], 'South America'],
  ['Paris', 11, [48.9, 2.4], 'Europe'],
  ['Jakarta', 11, [-6.2, 106.8], 'Asia'],
  ['Bangkok', 11, [13.8, 100.5], 'Asia'],
  ['Seoul', 10, [37.6, 127], 'Asia'],
  ['London', 10, [51.5, -0.1], 'Europe'],
  ['Tehran', 9, [35.7, 51.4], 'Asia'],
  ['Chicago', 9, [41.9, -87.6], 'North America'],
  ['Ho Chi Minh City', 9, [10.8, 106.7], 'Asia'],
  ['Riyadh', 8, [24.7, 46.7], 'Asia'],
  ['Madrid', 7, [40.4, -3.7], 'Europe'],
  ['Santiago', 7, [-33.4, -70.7], 'South America'],
  ['Toronto', 6, [43.7, -79.4], 'North America'],
  ['Miami', 6, [25.8, -80.2], 'North America'],
  ['Johannesburg', 6, [-26.2, 28], 'Africa'],
  ['Singapore', 6, [1.4, 103.8], 'Asia'],
  ['Sydney', 5, [-33.9, 151.2], 'Australia'],
  ['Nairobi', 5, [-1.3, 36.8], 'Africa'],
  ['Berlin', 4, [52.5, 13.4], 'Europe'],
  ['Milan', 4, [45.5, 9.2], 'Europe'],
];

/** D1's regions, each by a city in it: https://developers.cloudflare.com/d1/configuration/data-location/ */
const REGIONS: readonly (readonly [name: string, at: readonly [number, number], continent: string])[] = [
  ['WEUR', [50.1, 8.7], 'Europe'],
  ['EEUR', [52.2, 21], 'Europe'],
  ['ENAM', [39, -77.5], 'North America'],
  ['WNAM', [37.3, -121.9], 'North America'],
  ['APAC', [1.4, 103.8], 'Asia'],
  ['OC', [-33.9, 151.2], 'Australia'],
];

export const REGION_NAMES = REGIONS.map(([name]) => name);

export interface Place {
  readonly people: number;
  /** Whether it is on another continent than the primary. */
  readonly isFar: boolean;
  /** To the primary and back. */
  readonly primaryMs: number;
  readonly nearestRegion: string;
  readonly nearestMs: number;
}

/** All places, for a database whose primary is in a region. */
export function listPlaces(primary: string): Place[] {
  return CITIES.map(([, people, at, continent]) => {
    const ways = REGIONS.map(([name, region, on]) => ({ name, on, ms: wayMs(at, region) }));
    const toPrimary = ways.find(({ name }) => name === primary);
    const nearest = ways.toSorted((a, b) => a.ms - b.ms)[0];
    if (!toPrimary || !nearest) throw new Error(`no region ${primary}: ${REGION_NAMES.join(', ')}`);
    return {
      people,
      isFar: continent !== toPrimary.on,
      primaryMs: toPrimary.ms,
      nearestRegion: nearest.name,
      nearestMs: nearest.ms,
    };
  });
}

/** There and back: light in glass goes 200 km in a millisecond, cables are half as long again as the great circle, and each end takes 5 ms. */
function wayMs([lat1, lon1]: readonly [number, number], [lat2, lon2]: readonly [number, number]): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const a =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lon2 - lon1) / 2) ** 2;
  const km = 2 * 6371 * Math.asin(Math.sqrt(a));
  return 10 + (km * 1.5 * 2) / 200;
}
