/** The parts of qrcode that run in a Worker; its main module for bundlers is the browser's, which has no PNG. */
declare module 'qrcode/lib/server.js' {
  interface Options {
    type: 'png' | 'svg';
    errorCorrectionLevel: 'M';
    width?: number;
  }
  const server: {
    create(content: string, options: { errorCorrectionLevel: 'M' }): { modules: { data: Uint8Array } };
    toBuffer(content: string, options: Options): Promise<Uint8Array>;
    toString(content: string, options: Options): Promise<string>;
  };
  export default server;
}
