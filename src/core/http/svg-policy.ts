/** The `Content-Security-Policy` of an SVG: opened by itself it is a document, which may not run, load or send anything. */
export const SVG_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
