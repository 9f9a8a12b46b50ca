import { POP_ISOLATE } from '@portal/access/text/isolates';

const INNERMOST = /[\u2066-\u2068][^\u2066-\u2069\n]*\u2069/g;
const NUMBER_FIRST = /\d[^\u0590-\u05ff\u2068\u2069]*[A-Za-z]/;
const ADDRESS = /https?:\/\/\S+/g;

/** Returns the lines of a text in which a number comes before Latin words, outside isolates. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => {
    let open = line.replace(ADDRESS, '');
    for (let before = ''; before !== open; ) {
      before = open;
      open = open.replace(INNERMOST, ' ');
    }
    return NUMBER_FIRST.test(open);
  });
}

const readable = (html: string): string =>
  html
    .replace(/^.*<\/title>/s, '')
    .replace(/<bdi>/g, '\u2068')
    .replace(/<\/bdi>/g, POP_ISOLATE)
    .replace(/<\/?(?:p|h1|td|li|div|br)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#?\w+;/g, '');

/** Returns the lines of a Hebrew mail that a mail program shows in the wrong order. */
export const reorderedWords = (mail: { subject: string; text: string; html: string }): string[] =>
  [mail.subject, mail.text, readable(mail.html)].flatMap(linesOf);
