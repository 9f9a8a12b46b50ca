import classes from '../calendar.module.css';

/** The mail that students will read, as its preview has it. */
export const MailText = ({ text }: { text: string }) => (
  <details className={classes.mail}>
    <summary>The mail that they read</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long mail is scrolled by keys */}
    <section aria-label="Mail" tabIndex={0}>
      <bdi>{text}</bdi>
    </section>
  </details>
);
