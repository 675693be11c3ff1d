import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * The address at which others on the local network reach a service that listens on `host`. Throws if there is none, because short links
 * would lead nowhere.
 */
export function findNetworkHost(host: string): string {
  if (host !== '0.0.0.0')
    throw new Error(`--host must be 0.0.0.0, which stands for all addresses of this machine, not "${host}".`);
  const addresses = Object.values(networkInterfaces()).flatMap((addressesOfOne) => addressesOfOne ?? []);
  const found = addresses.find(({ address, internal }) => !internal && isIPv4(address));
  if (found) return found.address;
  throw new Error('This machine has no address on a local network. Connect it to one, or leave --host out.');
}
