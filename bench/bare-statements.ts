/**
 * The statements that the bare server sends to PostgreSQL. They are written out here rather than taken from the
 * product: when the product finds a cheaper way to the same response, the yardstick must not shrink with it.
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
      where projects.status = 'active' and (projects.created_at, projects.id) < ($1::timestamptz, $2::uuid)
      order by projects.created_at desc, projects.id desc limit 25`,
  },
  total: {
    name: 'total',
    text: `select count(*) as total from (select from projects where status = 'active' limit 1001) counted`,
  },
  message: {
    name: 'message',
    text: `with conversation as (
        update conversations set updated_at = clock_timestamp(), last_seq = last_seq + 1
        where id = $2 and $3 in (seller_id, creator_id)
          and not exists (select 1 from messages where messages.id = $1)
        returning id, seller_id, creator_id, last_seq)
      insert into messages (id, conversation_id, sender_id, recipient_id, seq, content)
      select $1, conversation.id, $3, case when $3 = seller_id then creator_id else seller_id end, last_seq, $4
      from conversation
      returning id, conversation_id, sender_id, seq, content, created_at, read_at`,
  },
  user: {
    name: 'user',
    text: `select users.*, sessions.id as session_id, sessions.refresh_key, sessions.refresh_counter, sessions.refreshed_at,
        sessions.aal, sessions.amr, sessions.not_after, sessions.created_at as session_created_at,
        (select coalesce(json_agg(identities order by created_at, id), '[]') from auth.identities
          where user_id = users.id) as identities,
        (select coalesce(json_agg(json_build_object('id', id, 'user_id', user_id, 'friendly_name', friendly_name,
            'status', status, 'last_challenged_at', last_challenged_at, 'created_at', created_at,
            'updated_at', updated_at) order by created_at, id), '[]') from auth.factors
          where user_id = users.id) as factors
      from auth.users left join auth.sessions on sessions.id = $2 and sessions.user_id = users.id
      where users.id = $1 and users.deleted_at is null`,
  },
} as const
