import { installPackages } from '#scripts/development/install-packages.ts';

/** The clients of assistants and the suite of their protocol: nothing else needs them. */
export default function setup(): void {
  installPackages('test/assistants');
}
