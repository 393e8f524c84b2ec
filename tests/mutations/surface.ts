import type { Mutation } from './mutation.ts'

/** What strangers may put into pages, links and mails, and what the process leaves behind. */
export const SURFACE: readonly Mutation[] = [
  {
    rule: "other accounts cannot read the server's files",
    source: 'docs/operations.md',
    file: 'server/providers/files/private-files.ts',
    find: 'process.umask(0o077)',
    replace: 'process.umask(0o022)',
    tests: ['server/providers/files/private-files.test.ts'],
  },
  {
    rule: 'a link with quotes or hidden characters is not stored',
    source: 'SPEC §5',
    file: 'contract/web-links.ts',
    find: 'if (NEVER_IN_LINKS.test(link)) return linkMessages.characters',
    replace: '',
    tests: ['contract/web-links.test.ts'],
  },
  {
    rule: 'a link has a port that exists',
    source: 'SPEC §5',
    file: 'contract/web-links.ts',
    find: 'if (port !== undefined && !isPort(port)) return linkMessages.port',
    replace: '',
    tests: ['contract/web-links.test.ts'],
  },
  {
    rule: 'a link does not mix alphabets',
    source: 'SPEC §5',
    file: 'contract/web-links.ts',
    find: '!ONE_WRITING.some((writing) => writing.test(name)) ||',
    replace: '',
    tests: ['contract/web-links.test.ts'],
  },
  {
    rule: 'a name in a mail is not a link',
    source: 'docs/decisions/0029-user-text-in-mails.md',
    file: 'server/mail/neutral-text.ts',
    find: ".replaceAll(LINKING_DOT, '. ')",
    replace: '',
    tests: ['server/mail/neutral-text.test.ts'],
  },
  {
    rule: 'a name in a mail hides no characters',
    source: 'docs/decisions/0029-user-text-in-mails.md',
    file: 'server/mail/neutral-text.ts',
    find: ".replaceAll(HIDDEN, '')",
    replace: '',
    tests: ['server/mail/neutral-text.test.ts'],
  },
  {
    rule: 'pages cannot be framed',
    source: 'SECURITY.md',
    file: 'server/http/security-headers.ts',
    find: "form-action 'none'; frame-ancestors 'none'\",\n  'x-content",
    replace: "form-action 'none'\",\n  'x-content",
    tests: ['tests/security/hostile-requests.test.ts'],
  },
  {
    rule: 'a page contains only style sheets from the build',
    source: 'SECURITY.md',
    file: 'server/pages/html-answer.ts',
    find: "style-src 'self'",
    replace: "style-src 'unsafe-inline'",
    tests: ['server/pages/pages.test.ts'],
  },
]
