/** The calls about documents. In a separate file: every page loads every call, and few pages show documents. */
export const documentRoutes = {
  'documents.list': 'GET /api/documents',
  'documents.get': 'GET /api/documents/:id',
  'documents.pdf': 'POST /api/documents/:id/pdf',
  'operator.documents': 'GET /api/operator/documents',
  'operator.document': 'GET /api/operator/documents/:id',
} as const
