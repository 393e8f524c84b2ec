/**
 * The calls of ordered packages.
 * In a separate file, because every page loads the calls and only some load an order’s rules (package-orders.ts).
 */
export const packageOrderRoutes = {
  'package_orders.place': 'POST /api/packages/:id/orders',
  'package_orders.waiting': 'GET /api/package-orders/waiting',
  'package_orders.get': 'GET /api/package-orders/:id',
  'package_orders.accept': 'POST /api/package-orders/:id/accept',
  'package_orders.decline': 'POST /api/package-orders/:id/decline',
} as const
