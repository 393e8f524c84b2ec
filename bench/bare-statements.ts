/**
 * What the bare server sends to PostgreSQL, written down here and not taken from the product: when the
 * product finds a cheaper way to the same answer, the yardstick must not shrink with it.
 */
export const bareStatements = {
  page: {
    name: 'page',
    text: `select projects.id, projects.seller_id, projects.title, projects.description, projects.product_details,
        projects.category, projects.budget, projects.deadline, projects.product_images, projects.status,
        projects.created_at,
        json_build_object('id', seller.id, 'name', seller.name, 'role', seller.role,
          'avatar_url', seller.avatar_url, 'company_name', seller.company_name) as seller
      from projects join profiles seller on seller.id = projects.seller_id
      where projects.status = 'active' and projects.created_at < coalesce($1::timestamptz, 'infinity')
      order by projects.created_at desc, projects.id desc limit 24`,
  },
  total: {
    name: 'total',
    text: `select count(*) as total from projects where status = 'active'`,
  },
  message: {
    name: 'message',
    text: `with conversation as (
        update conversations set updated_at = clock_timestamp()
        where id = $2 and $3 in (seller_id, creator_id)
          and not exists (select 1 from messages where messages.id = $1)
        returning id)
      insert into messages (id, conversation_id, sender_id, content)
      select $1, conversation.id, $3, $4 from conversation
      on conflict (id) do nothing
      returning id, conversation_id, sender_id, content, created_at, read_at`,
  },
  job: {
    name: 'job',
    text: `select graphile_worker.add_job($1, payload => $2::json, max_attempts => 25)`,
  },
} as const

/** The values of `job` for a new message. */
export const jobOf = (conversationId: string, messageId: string): string[] => [
  'realtime.message',
  JSON.stringify({ conversation_id: conversationId, message_id: messageId, change: 'insert' }),
]
