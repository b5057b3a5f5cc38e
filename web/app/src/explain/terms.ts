import { texts } from '../texts';
import { byId, el } from '../view/dom';

// A technical word with its explanation at hand: under the pointer, and at a click or key press.
export function term(name: string, text: string = name): HTMLElement | Text {
  const meaning = meaningOf(name);
  if (!meaning) return document.createTextNode(text);
  return el('button', { type: 'button', class: 'term', title: meaning, onclick: (event) => open(event.currentTarget as HTMLElement, name, meaning) }, text);
}

// The rules of the search by name, and what each says of itself: from src/search/rule.h, put in by the build.
declare const RULE_REASONS: Readonly<Record<string, string>>;

// Nothing if the word is no term.
export function meaningOf(name: string): string | undefined {
  const known = texts.glossary[name] ?? texts.glossary[name.toLowerCase()];
  if (known) return known;
  const reason = RULE_REASONS[name];
  return reason ? texts.ruleMeaning(reason) : undefined;
}

// A text with each of its technical words explained where it first stands.
export function withTerms(text: string): (Node | string)[] {
  const words = [...Object.keys(texts.glossary), ...Object.keys(RULE_REASONS)].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\w-])(${words.join('|')})(?![\\w-])`);
  const explained = new Set<string>();
  return text.split(pattern).map((part, index) => {
    if (index % 2 === 0 || explained.has(part)) return part;
    explained.add(part);
    return term(part);
  });
}

let note: HTMLElement | undefined;

function open(place: HTMLElement, title: string, text: string): void {
  note ??= el('div', { id: 'term-note', popover: 'auto', role: 'note' });
  (place.closest('dialog') ?? document.body).append(note); // what is outside an open dialog cannot be reached
  note.replaceChildren(el('b', {}, title), ` ${text}`);
  note.showPopover();
  const box = place.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = note;
  note.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  note.style.top = `${box.bottom + height + 8 < innerHeight ? box.bottom + 4 : Math.max(8, box.top - height - 4)}px`;
}

// The word alone if the text has it among others.
function termIn(text: string, name: string): (Node | string)[] {
  const at = text.indexOf(name);
  return at > 0 ? [text.slice(0, at), term(name), text.slice(at + name.length)] : [term(name, text)];
}

// A button in a label would take the place of its field.
function explainLabel(label: HTMLLabelElement, name: string): void {
  const word = label.querySelector('span');
  const meaning = meaningOf(name);
  if (!word || !meaning) return;
  word.className = 'term';
  word.title = meaning;
  word.addEventListener('click', (event) => {
    event.preventDefault(); // the field is not what was asked for
    open(word, word.textContent ?? name, meaning);
  });
  label.querySelector('input, textarea')?.setAttribute('aria-description', meaning);
}

// Words in the markup that name a term, and the list of all.
export function explainWords(): void {
  for (const word of document.querySelectorAll<HTMLElement>('[data-term]')) {
    const name = word.dataset['term'] ?? '';
    if (word instanceof HTMLLabelElement) explainLabel(word, name);
    else word.replaceChildren(...termIn(word.textContent ?? '', name));
  }
  byId('glossary').append(
    el('summary', {}, texts.glossaryTitle),
    el('dl', { class: 'words' }, ...Object.entries(texts.glossary).map(([name, meaning]) => el('div', {}, el('dt', {}, name), el('dd', {}, meaning)))),
  );
}
