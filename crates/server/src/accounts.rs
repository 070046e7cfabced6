//! Accounts, for who wants to find their games again from anywhere. Playing needs none.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use store::StoreError;

use crate::caller::{KeyHash, LOGIN_COOKIE, cookie, hash_password, random_text, set_cookie, verify_password};
use crate::http::{App, Shared};
use crate::openapi::Refused;
use crate::protocol::{Credentials, Me};
use crate::refusal::{Told, Trouble};
use crate::request::{Body, Visitor};

/// How long a login lasts.
const LOGIN_DAYS: u32 = 90;
const SHORTEST_PASSWORD: usize = 8;
const LONGEST_PASSWORD: usize = 200;
const LONGEST_NAME: usize = 40;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}

/// Makes an account and logs in.
#[utoipa::path(post, path = "/account",
    request_body = Credentials,
    responses((status = 200, description = "Logged in", body = Me), Refused::<409>))]
pub async fn register(
    State(app): Shared,
    visitor: Visitor,
    Body(who): Body<Credentials>,
) -> Result<Response, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    if app.hub.read_only {
        return Err(refuse(Trouble::ReadOnly));
    }
    app.limits.account(visitor.address).map_err(refuse)?;
    let name = who.name.trim().to_string();
    let letters = name.chars().count();
    if letters == 0 || letters > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(refuse(Trouble::wrong(
            format!("A name must have 1 to {LONGEST_NAME} characters."),
            format!("Der Name muss 1 bis {LONGEST_NAME} Zeichen lang sein."),
        )));
    }
    let length = who.password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        return Err(refuse(Trouble::wrong(
            format!("A password must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."),
            format!("Das Passwort muss {SHORTEST_PASSWORD} bis {LONGEST_PASSWORD} Zeichen lang sein."),
        )));
    }
    let password = who.password;
    let hash = app.chores.work(move || hash_password(&password)).await.map_err(refuse)?;
    let hash = hash.ok_or_else(|| refuse(Trouble::Unavailable))?;
    match app.hub.store.create_account(&name, &hash).await {
        Ok(()) => log_in(&app, &visitor, name).await.map_err(refuse),
        Err(StoreError::Exists) => Err(refuse(Trouble::NameTaken)),
        Err(error) => Err(refuse(error.into())),
    }
}

/// Logs in.
#[utoipa::path(post, path = "/login",
    request_body = Credentials,
    responses((status = 200, description = "Logged in", body = Me), Refused::<401>))]
pub async fn login(
    State(app): Shared,
    visitor: Visitor,
    Body(who): Body<Credentials>,
) -> Result<Response, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    let name = who.name.trim().to_string();
    app.limits.try_to_open(visitor.address, &format!("account:{}", name.to_lowercase())).map_err(refuse)?;
    let hash = app.hub.store.password_hash(&name).await.map_err(|error| refuse(error.into()))?;
    let long = who.password.chars().count() > LONGEST_PASSWORD;
    let check = move || !long && verify_password(&who.password, hash.as_deref());
    if !app.chores.work(check).await.map_err(refuse)? {
        return Err(refuse(Trouble::Login));
    }
    log_in(&app, &visitor, name).await.map_err(refuse)
}

async fn log_in(app: &App, visitor: &Visitor, name: String) -> Result<Response, Trouble> {
    let token = random_text(32);
    let expires = now() + i64::from(LOGIN_DAYS) * 86_400_000;
    app.hub.store.save_login(&KeyHash::of(&token).0, &name, expires).await?;
    // The name as the account spells itself.
    let name = app.hub.store.login(&KeyHash::of(&token).0, now()).await?.unwrap_or(name);
    // What this browser held before belongs to the account from now on.
    for key in &visitor.caller.keys {
        for (table, seat) in app.hub.store.held_seats(&format!("key:{}", key.0)).await? {
            app.hub.store.hold_seat(&format!("account:{name}"), &table, seat).await?;
        }
    }
    let mut response = Json(Me { account: Some(name) }).into_response();
    let value = HeaderValue::from_str(&set_cookie(LOGIN_COOKIE, &token, LOGIN_DAYS, app.secure));
    response.headers_mut().append(header::SET_COOKIE, value.map_err(|_| Trouble::Unavailable)?);
    Ok(response)
}

/// Logs out.
#[utoipa::path(post, path = "/logout",
    responses((status = 200, description = "Logged out", body = Me)))]
pub async fn logout(State(app): Shared, visitor: Visitor, headers: HeaderMap) -> Result<Response, Told> {
    if let Some(token) = cookie(&headers, LOGIN_COOKIE) {
        let dropped = app.hub.store.drop_login(&KeyHash::of(token).0).await;
        dropped.map_err(|error| visitor.refuse(Trouble::from(error)))?;
    }
    let mut response = Json(Me { account: None }).into_response();
    if let Ok(value) = HeaderValue::from_str(&set_cookie(LOGIN_COOKIE, "", 0, app.secure)) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    Ok(response)
}

/// Who is logged in.
#[utoipa::path(get, path = "/me",
    responses((status = 200, description = "The name, if any", body = Me)))]
pub async fn me(visitor: Visitor) -> Json<Me> {
    Json(Me { account: visitor.caller.account })
}
