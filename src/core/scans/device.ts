/** The kind of device that scanned. Any unknown device is `desktop`. */
export const DEVICES = ['mobile', 'desktop', 'tablet'] as const;

export type Device = (typeof DEVICES)[number];

export function isDevice(text: string): text is Device {
  return (DEVICES as readonly string[]).includes(text);
}
