/** What can use an image, in the words of an error. */
export type ImageUser = 'codes' | 'templates' | 'brand';

/** Why an image is not deleted: how many of each kind use it. */
export function describeImageUses(uses: Readonly<Record<ImageUser, number>>): string {
  const used = Object.entries(uses).filter(([, count]) => count > 0);
  const words = used.map(([name, count]) => (name === 'brand' ? 'your brand' : `${count} of your ${name}`));
  const total = used.reduce((sum, [, count]) => sum + count, 0);
  const text = words.join(' and ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${total === 1 ? 'uses' : 'use'} this image. You can delete it once nothing uses it.`;
}
