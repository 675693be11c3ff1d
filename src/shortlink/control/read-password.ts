/** A password of 128 characters, percent-encoded, with its name. */
const MAX_FORM_BYTES = 2_048;

/** The password of a form; null where there is none, or the form is not ours. */
export async function readPassword(request: Request): Promise<string | null> {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  // Browsers always name the length of a form.
  if (!(length <= MAX_FORM_BYTES)) return null;
  try {
    const password = (await request.formData()).get('password');
    return typeof password === 'string' ? password : null;
  } catch {
    return null;
  }
}
