import { hexId, type Queue } from '../account.ts';
import { ApiFailure, type ApiRequest, param, readJson, type Routes } from './route.ts';

const QUEUES = '/accounts/:account/queues';

/** Queues and their consumers, as far as setup and `wrangler deploy` ask for them. */
export const QUEUE_ROUTES: Routes = {
  [`GET ${QUEUES}`]: ({ account, query }) => {
    const names = query.getAll('name');
    return [...account.queues.values()]
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map(describeQueue);
  },
  [`POST ${QUEUES}`]: (request) => {
    const name = String(readJson(request)['queue_name']);
    const { queues } = request.account;
    if ([...queues.values()].some((queue) => queue.name === name))
      throw new ApiFailure(409, 11_009, `Queue name '${name}' is already taken.`);
    const queue: Queue = { id: hexId(), name, consumers: [] };
    queues.set(queue.id, queue);
    return describeQueue(queue);
  },
  [`POST ${QUEUES}/:queue/consumers`]: (request) => {
    const queue = findQueue(request);
    const consumer = { id: hexId(), script: String(readJson(request)['script_name']) };
    // A queue has one consumer.
    if (queue.consumers.length > 0) throw new ApiFailure(409, 11_004, 'The queue already has a consumer.');
    queue.consumers.push(consumer);
    return { consumer_id: consumer.id };
  },
  [`PUT ${QUEUES}/:queue/consumers/:consumer`]: (request) => {
    const found = findQueue(request).consumers.find(({ id }) => id === param(request, 'consumer'));
    if (!found) throw new ApiFailure(404, 11_001, 'The consumer does not exist.');
    return { consumer_id: found.id };
  },
};

function findQueue(request: ApiRequest): Queue {
  const queue = request.account.queues.get(param(request, 'queue'));
  if (!queue) throw new ApiFailure(404, 11_000, 'The specified queue does not exist.');
  return queue;
}

function describeQueue({ id, name, consumers }: Queue) {
  return {
    queue_id: id,
    queue_name: name,
    producers: [],
    consumers: consumers.map((consumer) => ({
      consumer_id: consumer.id,
      type: 'worker',
      script: consumer.script,
    })),
  };
}
