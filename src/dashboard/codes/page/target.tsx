/** Where a code leads, or what it holds: a link if it is a web address, otherwise text. It may be long, and in any script. */
export function Target({ target }: { readonly target: string }) {
  return isWebAddress(target) ? (
    <a class="target" href={target} rel="noreferrer noopener">
      <bdi>{target}</bdi>
    </a>
  ) : (
    <span class="target" dir="auto">
      {target}
    </span>
  );
}

function isWebAddress(target: string): boolean {
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}
