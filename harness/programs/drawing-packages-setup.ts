import { installPackages } from '#scripts/development/install-packages.ts';

/** Icons, map and typeface are drawn from packages that nothing else needs. */
export default function setup(): void {
  installPackages('scripts/development');
}
