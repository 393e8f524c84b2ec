/** The calls about the product of a deal. `:id` is the project. The list of all parcels is in files. */
export const shippingRoutes = {
  'shipping.get': 'GET /api/projects/:id/shipment',
  'shipping.plan': 'POST /api/projects/:id/shipment',
  'shipping.drop': 'DELETE /api/projects/:id/shipment',
  'shipping.address': 'GET /api/projects/:id/shipment/address',
  'shipping.give_address': 'POST /api/projects/:id/shipment/address',
  'shipping.ship': 'POST /api/projects/:id/shipment/ship',
  'shipping.receive': 'POST /api/projects/:id/shipment/receive',
  'shipping.report': 'POST /api/projects/:id/shipment/report',
  'shipping.export': 'POST /api/shipments/export',
  'shipping.import': 'POST /api/shipments/import',
} as const
