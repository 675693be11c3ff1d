/** What can use an image, in the words of an error. */
export type ImageUser = 'codes' | 'templates';

/** Why an image is not deleted: how many of each kind use it. */
export function describeImageUses(uses: Readonly<Record<ImageUser, number>>): string {
  const used = Object.entries(uses).filter(([, count]) => count > 0);
  const words = used.map(([name, count]) => `${count} of your ${name}`);
  const total = used.reduce((sum, [, count]) => sum + count, 0);
  return `${words.join(' and ')} ${total === 1 ? 'uses' : 'use'} this image. You can delete it once nothing uses it.`;
}
