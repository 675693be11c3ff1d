// npm start: runs the whole service on one port. PORT sets the port, --state the folder of its state; --host 0.0.0.0 opens it to the local
// network.
// --demo fills the demo account with codes and made-up scans.
import { parseArgs } from 'node:util';
import { fillDemo } from './demo/fill-demo.ts';
import { startLocalService } from './support/local-service.ts';

const { values } = parseArgs({
  options: {
    state: { type: 'string', default: '.wrangler' },
    host: { type: 'string' },
    demo: { type: 'boolean' },
  },
});
const port = Number(process.env['PORT'] ?? 8787);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`PORT must be a number from 1 to 65535, not "${process.env['PORT']}".`);
  process.exit(1);
}

// A Ctrl-C during start-up ends everything too, through the exit handler of the service.
const endEarly = () => process.exit(130);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endEarly);
const service = await startLocalService({
  port,
  stateDir: values.state,
  host: values.host,
  // Standard output contains only the addresses.
  onProgress: (text) => console.error(text),
}).catch(exitWith);
if (values.demo) {
  console.error('Filling the demo account…');
  console.error(await fillDemo(service, values.state, Date.now()).catch(exitWith));
}
console.log(`API: ${service.apiUrl}`);
console.log(`API key: ${service.apiKey}`);
console.log(`Short links: ${service.shortUrlBase}`);
console.log(`Images: ${service.cdnUrl}`);
console.log(`Dashboard: ${service.dashboardUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.off(signal, endEarly).once(signal, () => void service.stop());

// npm sends signals to the shell that started us, and some shells do not pass them on. If the shell is gone, the user has ended the
// command.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void service.stop(), 500).unref();
process.exitCode = await service.exited;

function exitWith(error: Error): never {
  console.error(error.message);
  process.exit(1);
}
