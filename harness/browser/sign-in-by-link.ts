/** What a page of Playwright and one of Puppeteer share. */
interface BrowserPage {
  goto(url: string): Promise<{ status(): number } | null>;
  click(selector: string): Promise<unknown>;
  waitForNavigation(): Promise<unknown>;
}

/** Follows a sign-in link as a person does: opens it, and clicks the button of the page that asks. */
export async function signInByLink(page: BrowserPage, link: string): Promise<void> {
  const response = await page.goto(link);
  if (response?.status() === 410)
    throw new Error('Another file used this link: give each file its own account in dashboards-setup.ts.');
  await Promise.all([page.waitForNavigation(), page.click('form[action^="/sign-in/link/"] button')]);
}
