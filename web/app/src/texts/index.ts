// What the page says. A new language is a file beside english.ts and a line here.
import { english } from './english';

export type Texts = typeof english;

const languages: Readonly<Record<string, Texts>> = { en: english };

// The first of the user's languages that there is.
const wishes = globalThis.navigator?.languages ?? [];
export const language = wishes.map((wish) => wish.slice(0, 2)).find((wish) => wish in languages) ?? 'en';
export const texts: Texts = languages[language] ?? english;

// Writes the markup's texts: data-text names what an element says, data-label what it is called, data-hint what a field shows
// while it is empty.
export function fillIn(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) element.textContent = pageText(element.dataset['text']);
  for (const element of root.querySelectorAll<HTMLElement>('[data-label]')) {
    const label = pageText(element.dataset['label']);
    element.setAttribute('aria-label', label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
  for (const element of root.querySelectorAll<HTMLInputElement>('[data-hint]')) element.placeholder = pageText(element.dataset['hint']);
}

function pageText(name: string | undefined): string {
  const found = (texts.page as Readonly<Record<string, string>>)[name ?? ''];
  if (found === undefined) throw new Error(`no text ${name}`);
  return found;
}
