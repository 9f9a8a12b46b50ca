import classes from './student-shell.module.css';

/** Help and the copyright, with the current year. R-374. */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.foot}>
        <nav aria-label="Help">
          <a href="/documents/faq.pdf" target="_blank" rel="noopener">
            FAQ
          </a>
          <a href="/documents/user-manual.pdf" target="_blank" rel="noopener">
            User Manual
          </a>
          <a href="/exam-protocol" target="_blank" rel="noopener">
            Exam protocol
          </a>
          <a href="/system-check" target="_blank" rel="noopener">
            System check
          </a>
        </nav>
        <span>© {new Date().getFullYear()} JSE</span>
      </div>
    </footer>
  );
}
