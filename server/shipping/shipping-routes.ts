import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentPosted, presentShipment } from './shipping-presenter.ts'
import { exportSheet } from './sheet-download.ts'
import { importSheet } from './sheet-upload.ts'
import {
  dropShipment,
  planShipment,
  readAddress,
  readShipment,
  receiveProduct,
  reportProblem,
  shipProduct,
  takeAddress,
} from './shipping-service.ts'

/** The product of a deal: its brand plans and ships it, its creator gives the address and receives it. */
export function shippingRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('shipping.get', async ({ viewer, params }) => {
    const { shipment, party } = await readShipment(deps, viewer, params.id)
    if (shipment === null) return { shipment }
    return { shipment: party ? presentShipment(shipment) : presentPosted(shipment) }
  })
  routes.signedIn('shipping.address', async ({ viewer, params }) => ({
    address: await readAddress(deps, viewer, params.id),
  }))
  routes.sellers('shipping.plan', async ({ viewer, params, body, now }) => ({
    shipment: presentShipment(await planShipment(deps, viewer, params.id, body, now)),
  }))
  routes.sellers('shipping.drop', async ({ viewer, params }) => ({
    shipment: await dropShipment(deps, viewer, params.id),
  }))
  routes.creators('shipping.give_address', async ({ viewer, params, body, now }) => ({
    shipment: presentShipment(await takeAddress(deps, viewer, params.id, body, now)),
  }))
  routes.sellers('shipping.ship', async ({ viewer, params, body, now }) => ({
    shipment: presentShipment(await shipProduct(deps, viewer, params.id, body, now)),
  }))
  routes.creators('shipping.receive', async ({ viewer, params, now }) => ({
    shipment: presentShipment(await receiveProduct(deps, viewer, params.id, now)),
  }))
  routes.creators('shipping.report', async ({ viewer, params, body, now }) => ({
    shipment: presentShipment(await reportProblem(deps, viewer, params.id, body, now)),
  }))
  routes.sellers('shipping.export', ({ viewer, body, request, now }) => {
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
    return exportSheet(deps, viewer, { projectId: body.project_id ?? null, from, now })
  })
  routes.sellers('shipping.import', async ({ viewer, body, now }) => ({
    rows: await importSheet(deps, viewer, { csv: body.csv, dry: body.dry_run, now }),
  }))
}
