import type { Mutation } from './mutation.ts'

/** What a project asks for, its versions, and which one was agreed. */
export const BRIEFS: readonly Mutation[] = [
  {
    rule: 'an agreed brief does not change',
    source: 'docs/spec.md',
    file: 'server/projects/project-edit.ts',
    find: "  if (asksOther) return 'brief.agreed'\n",
    replace: '',
    tests: ['server/briefs/briefs.test.ts'],
  },
  {
    rule: 'an acceptance names the version it was made on',
    source: 'docs/spec.md',
    file: 'server/applications/application-moves.ts',
    find: '(select brief_version from projects where projects.id = applications.project_id)',
    replace: 'null',
    tests: ['server/briefs/briefs.test.ts'],
  },
  {
    rule: 'the same brief again is no version',
    source: 'docs/spec.md',
    file: 'server/briefs/save-brief.ts',
    find: '  if (current?.hash === hash) return current.version\n',
    replace: '',
    tests: ['server/briefs/briefs.test.ts'],
  },
  {
    rule: 'words that a brand typed are not replaced by generated ones',
    source: 'SPEC §2',
    file: 'server/projects/project-edit.ts',
    find: 'if (!generated || !changed)',
    replace: 'if (!changed)',
    tests: ['server/briefs/briefs.test.ts'],
  },
  {
    rule: 'a machine check follows from the items, whatever was sent',
    source: 'docs/spec.md',
    file: 'contract/brief-checks.ts',
    find: "sent.filter(({ kind }) => kind === 'judged')",
    replace: 'sent',
    tests: ['contract/briefs.test.ts'],
  },
  {
    rule: 'a template is kept of one’s own project only',
    source: 'SPEC §6',
    file: 'server/brief-templates/brief-template-service.ts',
    find: '    await lockOwnProject(tx, viewer, projectId)\n',
    replace: '',
    tests: ['server/brief-templates/brief-templates.test.ts'],
  },
  {
    rule: 'the last place for a template is given once',
    source: 'docs/spec.md',
    file: 'server/brief-templates/brief-template-service.ts',
    find: '    await lockTemplates(tx, viewer.id)\n',
    replace: '',
    tests: ['server/brief-templates/brief-templates.test.ts'],
  },
  {
    rule: 'a length has to be given for every video',
    source: 'docs/spec.md',
    file: 'contract/brief-gaps.ts',
    find: 'isVideo(item) && item.seconds_min === null && item.seconds_max === null',
    replace: 'item.seconds_min === null && item.seconds_max === null',
    tests: ['contract/brief-text.test.ts'],
  },
]
