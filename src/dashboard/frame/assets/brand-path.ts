/** The logo as a 16 by 16 SVG path: the three finder patterns of a QR code. */
export const BRAND_PATH =
  'M0 0h7v7H0zM1.5 1.5v4h4v-4zM2.8 2.8h1.4v1.4H2.8zM9 0h7v7H9zM10.5 1.5v4h4v-4zM11.8 2.8h1.4v1.4h-1.4zM0 9h7v7H0zM1.5 10.5v4h4v-4zM2.8 11.8h1.4v1.4H2.8zM9 9h3v3H9zM13 13h3v3h-3z';
