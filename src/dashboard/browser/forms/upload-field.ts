/** The field for a file with this name. A form that is shown again has another one in its place. */
export function findUpload(name: string): HTMLElement | null {
  return document.getElementById(name)?.closest<HTMLElement>('.upload') ?? null;
}

/** Says something below the field: words of the page, whose places `{file}` … are filled in, or of the server. */
export function tell(
  field: HTMLElement,
  words = '',
  values: Readonly<Record<string, string>> = {},
  isError = false,
): void {
  const status = field.querySelector('.uploading');
  if (!status) return;
  status.classList.toggle('error', isError);
  status.textContent = fillIn(words, values);
}

/** Words of the page, with the values of their places. */
export function fillIn(words = '', values: Readonly<Record<string, string>> = {}): string {
  return words.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

export function formatSize(bytes: number): string {
  const mib = bytes / 1024 / 1024;
  const [size, unit] = mib < 1 ? [Math.ceil(bytes / 1024), 'KiB'] : [Math.ceil(mib * 10) / 10, 'MiB'];
  return `${size.toLocaleString(document.documentElement.lang)} ${unit}`;
}
