// npm start: runs the whole service on one port, on this machine.
import { parseArgs } from 'node:util';
import { fillDemo } from './demo/fill-demo.ts';
import { startLocalService } from './support/local/service.ts';
import { runCommand } from './support/run-command.ts';
import { drawTerminalSymbol } from './support/terminal-symbol.ts';

const HELP = `Usage: npm start [-- options]

Runs the whole service on one port, with a demo account. PORT sets the port (8787).

  --state DIR           the folder of its state (.wrangler)
  --host 0.0.0.0        opens it to the local network, and draws a symbol that signs a phone in
  --demo                fills the demo account with codes and made-up scans`;

/** Company logins and how people sign in, as in wrangler.toml, where the environment sets them. */
function readLoginVars(): Record<string, string> {
  const isOfLogin = ([name]: [string, unknown]) => /^(?:OIDC_|ACCESS_|SIGN_IN$)/.test(name);
  return Object.fromEntries(
    Object.entries(process.env)
      .filter(isOfLogin)
      .map(([name, value = '']) => [name, value]),
  );
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      state: { type: 'string', default: '.wrangler' },
      host: { type: 'string' },
      demo: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const port = Number(process.env['PORT'] ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT must be a number from 1 to 65535, not "${process.env['PORT']}".`);

  // A Ctrl-C during start-up ends everything too, through the exit handler of the service.
  const endEarly = () => process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endEarly);
  const service = await startLocalService({
    port,
    stateDir: values.state,
    host: values.host,
    vars: readLoginVars(),
    // Standard output contains only the addresses.
    onProgress: (text) => console.error(text),
  });
  if (values.demo) {
    console.error('Filling the demo account…');
    console.error(await fillDemo(service, values.state, Date.now()));
  }
  if (service.phoneUrl)
    console.error(
      `Scan this with a phone on the same network to sign in there, within 15 minutes:\n${drawTerminalSymbol(service.phoneUrl)}`,
    );
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
});
// However it ended: nothing may keep this process, and with it the Workers, alive.
process.exit();
