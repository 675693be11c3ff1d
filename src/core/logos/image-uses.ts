/** What can use an image, in the words of an error. */
export type ImageUser = 'codes' | 'renditions' | 'templates';

/** Why an image is not deleted: how many of each kind use it. */
export function describeImageUses(uses: Readonly<Record<ImageUser, number>>): string {
  const used = Object.entries(uses).filter(([, count]) => count > 0);
  const words = used.map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`);
  const total = used.reduce((sum, [, count]) => sum + count, 0);
  return `${words.join(' and ')} of yours ${total === 1 ? 'has' : 'have'} this image. It can be deleted once nothing has it.`;
}
