import { type Api, eachItem, signalOf, unwrap } from './calls.ts';
import type { CallOptions, CreateTemplate, Image, Template, UpdateTemplate, UploadOptions } from './types.ts';

/** The calls about what codes look like: images and templates. */
export class LookCalls {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Keeps a PNG, JPEG or SVG for the middle of codes, which name its id in `style.logo.image`. The same file again is the same image. */
  async uploadImage(
    file: Uint8Array | Blob,
    { type = 'image/png', signal }: UploadOptions = {},
  ): Promise<Image> {
    const call = this.#api.POST('/v1/images', {
      headers: { 'Content-Type': type },
      // The document describes the bytes as a string.
      body: file as unknown as string,
      bodySerializer: (bytes) => bytes,
      ...signalOf({ signal }),
    });
    return (await unwrap(call)).data;
  }

  /** Gives all images of the account, newest first. Reads each page when the loop reaches it. */
  images(options: CallOptions = {}): AsyncGenerator<Image, void, void> {
    return eachItem((cursor) =>
      this.#api.GET('/v1/images', { params: { query: { limit: 100, ...cursor } }, ...signalOf(options) }),
    );
  }

  /** Deletes an image. Throws `image_in_use` while a code or a template has it. */
  async deleteImage(id: string, options: CallOptions = {}): Promise<void> {
    const params = { path: { image_id: id } };
    await unwrap(this.#api.DELETE('/v1/images/{image_id}', { params, ...signalOf(options) }));
  }

  /** Gives all templates of the account in the order of their names. */
  async templates(options: CallOptions = {}): Promise<Template[]> {
    return (await unwrap(this.#api.GET('/v1/templates', { ...signalOf(options) }))).data.data;
  }

  /** Creates a template. A code that is created with `style: { template: id }` copies it. */
  async createTemplate(body: CreateTemplate, options: CallOptions = {}): Promise<Template> {
    return (await unwrap(this.#api.POST('/v1/templates', { body, ...signalOf(options) }))).data;
  }

  /** Changes the fields of a template that `body` holds. Codes that were made from it stay as they are. */
  async updateTemplate(id: string, body: UpdateTemplate, options: CallOptions = {}): Promise<Template> {
    const params = { path: { template_id: id } };
    const call = this.#api.PATCH('/v1/templates/{template_id}', { params, body, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Deletes a template. Codes that were made from it stay as they are. */
  async deleteTemplate(id: string, options: CallOptions = {}): Promise<void> {
    const params = { path: { template_id: id } };
    await unwrap(this.#api.DELETE('/v1/templates/{template_id}', { params, ...signalOf(options) }));
  }
}
