const LOCAL_HOST = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a request may use plain http: on the machine that runs the service, there is no certificate and no network in between. */
export function isOnThisMachine({ hostname }: URL): boolean {
  return LOCAL_HOST.test(hostname);
}
