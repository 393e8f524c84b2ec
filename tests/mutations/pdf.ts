import type { Mutation } from './mutation.ts'

const PDF_TEST = 'server/pdf/make-pdf.test.ts'
const WHY = 'docs/decisions/0083-documents-are-drawn-in-a-process.md'

const SIGNED_TEST = 'server/signatures/signatures.test.ts'
const SIGNED_WHY = 'docs/decisions/0100-documents-are-signed.md'

/** Documents that are printed and archived. */
export const PDF: readonly Mutation[] = [
  {
    rule: 'a letter that no font has is seen to be missing',
    source: WHY,
    file: 'server/pdf/pdf-text.ts',
    find: 'return SUBSTITUTE\n',
    replace: "return ''\n",
    tests: [PDF_TEST],
  },
  {
    rule: 'an accent that was typed apart is not lost',
    source: WHY,
    file: 'server/pdf/pdf-text.ts',
    find: "text.normalize('NFC')",
    replace: "text.normalize('NFD').replaceAll(/\\p{M}/gu, '')",
    tests: [PDF_TEST],
  },
  {
    rule: 'the same document has the same bytes',
    source: WHY,
    file: 'server/pdf/same-bytes.ts',
    find: 'text = text.replaceAll(`/${tag}+`, `/${fontTag(at)}+`)',
    replace: 'text = text.replaceAll(`/${tag}+`, `/${tag}+`)',
    tests: [PDF_TEST],
  },
  {
    rule: 'a signed document has the same bytes each time',
    source: SIGNED_WHY,
    file: 'server/pdf/draw-document.ts',
    find: 'const signingTime = from > at ? from : at',
    replace: 'const signingTime = new Date()',
    tests: [SIGNED_TEST],
  },
  {
    rule: 'an operator’s certificate is not signed with another key',
    source: SIGNED_WHY,
    file: 'server/signatures/operator-certificate.ts',
    find: 'if (!own.checkPrivateKey(key))',
    replace: 'if (own.ca)',
    tests: [SIGNED_TEST],
  },
  {
    rule: 'a certificate that ran out signs nothing',
    source: SIGNED_WHY,
    file: 'server/signatures/document-signature.ts',
    find: ' && kept.validToDate > now',
    replace: '',
    tests: [SIGNED_TEST],
  },
]
