import { CONTENTS } from './contents.ts';
import { drawBoth, TASKS } from './tasks.ts';

/**
 * `/GROUP/TASK/CONTENT/SIZE/TIMES` does a piece of work that often and answers how much the last one weighs: the clock of
 * workerd stands still while it computes, so time is taken outside. `/picture/CONTENT/SIZE` answers a PNG.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const [group = '', ...rest] = new URL(request.url).pathname.slice(1).split('/').map(decodeURIComponent);
    if (group === 'picture') {
      const [name = '', size = ''] = rest;
      return new Response(await drawBoth(CONTENTS.get(name) ?? '', Number(size)));
    }
    const [taskName = '', contentName = '', size = '', times = ''] = rest;
    const task = TASKS[group]?.[taskName];
    const content = CONTENTS.get(contentName);
    if (task === undefined || content === undefined) return new Response('no such task', { status: 404 });
    let length = 0;
    for (let i = 0; i < Number(times); i++) {
      const made = await task(content, Number(size));
      length = made.length;
    }
    return Response.json({ length });
  },
};
