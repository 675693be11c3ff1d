import { type Api, eachItem, signalOf, unwrap } from './calls.ts';
import { LookCalls } from './looks.ts';
import type {
  CallOptions,
  CreateWebhook,
  DeliveriesQuery,
  Delivery,
  EventsQuery,
  NewWebhook,
  RecordedEvent,
  Replayed,
  ReplayEvents,
  UpdateWebhook,
  Webhook,
  WebhookRotation,
  WebhooksQuery,
  WebhookTest,
} from './types.ts';

/** The calls about webhooks and the events that they get. */
export class WebhookCalls extends LookCalls {
  readonly #api: Api;

  constructor(api: Api) {
    super(api);
    this.#api = api;
  }

  /** Gives the webhooks of the account, or with `url` those of this address, oldest first. */
  async webhooks({ signal, ...query }: WebhooksQuery & CallOptions = {}): Promise<Webhook[]> {
    const call = this.#api.GET('/v1/webhooks', { params: { query }, ...signalOf({ signal }) });
    return (await unwrap(call)).data.data;
  }

  /**
   * Sends events to an address. Keep the `secret`, for `verifyWebhook`: no other call gives it. Without a response it is not tried again:
   * look with `webhooks({ url })` whether there is one, delete it, and create another.
   */
  async createWebhook(body: CreateWebhook, options: CallOptions = {}): Promise<NewWebhook> {
    return (await unwrap(this.#api.POST('/v1/webhooks', { body, ...signalOf(options) }))).data;
  }

  /** Changes the fields of a webhook that `body` holds. `paused: false` also enables one that was disabled. */
  async updateWebhook(id: string, body: UpdateWebhook, options: CallOptions = {}): Promise<Webhook> {
    const params = { path: { webhook_id: id } };
    const call = this.#api.PATCH('/v1/webhooks/{webhook_id}', { params, body, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Deletes a webhook. What is on its way to it is not sent any more. */
  async deleteWebhook(id: string, options: CallOptions = {}): Promise<void> {
    const params = { path: { webhook_id: id } };
    await unwrap(this.#api.DELETE('/v1/webhooks/{webhook_id}', { params, ...signalOf(options) }));
  }

  /**
   * Gives a webhook another secret. For a day, the one before signs too. Without a response it is not tried again: a second rotation would
   * end the secret that you have.
   */
  async rotateWebhook(id: string, options: CallOptions = {}): Promise<WebhookRotation> {
    const params = { path: { webhook_id: id } };
    const call = this.#api.POST('/v1/webhooks/{webhook_id}/rotate', { params, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Sends `webhook.test` at once, and gives the response. */
  async testWebhook(id: string, options: CallOptions = {}): Promise<WebhookTest> {
    const params = { path: { webhook_id: id } };
    const call = this.#api.POST('/v1/webhooks/{webhook_id}/test', { params, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Gives the deliveries to a webhook of the last 30 days, newest first. Reads each page when the loop reaches it. */
  deliveries(
    id: string,
    { signal, ...filter }: DeliveriesQuery & CallOptions = {},
  ): AsyncGenerator<Delivery, void, void> {
    const path = { webhook_id: id };
    return eachItem((cursor) => {
      const params = { path, query: { limit: 100, ...filter, ...cursor } };
      return this.#api.GET('/v1/webhooks/{webhook_id}/deliveries', { params, ...signalOf({ signal }) });
    });
  }

  /** Sends events again, at most 1,000: those with these ids, or those of a time. */
  async replay(id: string, body: ReplayEvents, options: CallOptions = {}): Promise<Replayed> {
    const params = { path: { webhook_id: id } };
    const call = this.#api.POST('/v1/webhooks/{webhook_id}/replay', { params, body, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Gives the events of the last 30 days that a webhook asked for, newest first. Reads each page when the loop reaches it. */
  events({ signal, ...filter }: EventsQuery & CallOptions = {}): AsyncGenerator<RecordedEvent, void, void> {
    return eachItem((cursor) =>
      this.#api.GET('/v1/events', {
        params: { query: { limit: 100, ...filter, ...cursor } },
        ...signalOf({ signal }),
      }),
    );
  }
}
