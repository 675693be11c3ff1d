interface TabsProps<Label extends string> {
  /** The name of the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly label: Label }[];
  readonly current: Label;
}

/** Related pages, as links below their common heading. */
export function Tabs<Label extends string>({ label, tabs, current }: TabsProps<Label>) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li>
            <a href={tab.href} aria-current={tab.label === current ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
