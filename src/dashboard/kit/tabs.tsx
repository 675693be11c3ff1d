interface TabsProps<Label extends string> {
  /** What the tabs are of, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly label: Label }[];
  readonly current: Label;
}

/** Pages that belong together, as links below the heading that they share. */
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
