/** What the Workers of an installation get that has neither R2 nor a domain: no bucket is bound, and the API Worker hands out the pictures. */
export const WITHOUT_R2 = {
  IMAGES: undefined,
  FILES: undefined,
  CDN_URL: 'https://api.example.com/images',
} as unknown as Partial<ApiEnv>;
