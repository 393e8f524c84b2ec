import { useMutation } from '@tanstack/react-query'
import type { Document } from '#contract/document-schemas.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { documentPageWords as words } from './document-page-words.ts'
import { saveFile } from './save-file.ts'

/** How often the page polls for a PDF that is being made, in ms, and how many times. */
const ASK_MS = 1_500
const ASKS = 40

/** Saves a document's PDF. The first request waits the seconds that it takes to make. */
export function SavePdf({ document: { id, number } }: { document: Document }) {
  const save = useMutation({
    mutationFn: () => pdfOf(id),
    onSuccess: (pdf) => saveFile(pdf, `${number}.pdf`),
    onError: () => toast.error(words.pdfFailed),
  })
  return (
    <Button
      variant="primary"
      busy={save.isPending}
      busyText={words.making}
      onClick={() => save.mutate()}
    >
      {words.pdf}
    </Button>
  )
}

async function pdfOf(id: string): Promise<Blob> {
  for (let asked = 0; asked < ASKS; asked += 1) {
    const { pdf } = await call('documents.pdf', { params: { id } })
    if (pdf !== null) {
      const bytes = Uint8Array.from(atob(pdf), (letter) => letter.codePointAt(0) ?? 0)
      return new Blob([bytes], { type: 'application/pdf' })
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  throw new Error('the PDF is still being made')
}
