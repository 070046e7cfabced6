//! The protocol as OpenAPI, made from the routes that serve it. A route says what it does by itself; what holds for all of them
//! (the language, the keys, how requests are refused before a route sees them) is added here from what a route takes.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response as Answer;
use serde_json::Value;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, ObjectBuilder, Ref, RefOr, Required, Response, ResponseBuilder, Type,
};
use utoipa::{IntoResponses, OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::caller::{KEY_COOKIE, LOGIN_COOKIE};
use crate::http::{self, Shared};
use crate::prepared::{Asked, Item};
use crate::protocol::{Code, Hear, NotDone, Say};
use crate::refusal::Told;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sandtable",
        description = "Play, watch, replay and look up rules. A seat belongs to whoever sends its key: the cookie of a browser, \
                       or `Authorization: Bearer KEY` with any key of 16 to 200 characters that a script has made up for itself."
    ),
    components(schemas(Say, Hear, NotDone))
)]
struct Document;

/// Refusals of a route's own. Those that it shares with others like it need not be named.
pub struct Refused<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for Refused<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from([refused(STATUS)])
    }
}

/// This description.
#[utoipa::path(get, path = "/openapi.json",
    responses((status = 200, description = "The description", body = Value),
        (status = 304, description = "What you have still holds")))]
pub async fn document(State(app): Shared, asked: Asked) -> Result<Answer, Told> {
    asked.once(&app.catalogues, Item::Protocol, description).await
}

pub fn description() -> Value {
    let mut document = OpenApiRouter::with_openapi(Document::openapi())
        .nest("/api", http::api())
        .merge(http::for_operators())
        .into_openapi();
    for (path, item) in &mut document.paths.paths {
        if path.starts_with("/api/") {
            complete(item);
        }
    }
    let components = document.components.get_or_insert_default();
    components.parameters.insert("lang".to_string(), RefOr::T(lang()));
    for code in Code::ALL {
        let (name, status) = (component(code.status().as_u16()), code.status());
        components.responses.entry(name).or_insert_with(|| RefOr::T(refusal(status)));
    }
    let key = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A key that a script has made up for itself: 16 to 200 characters."));
    let cookie = |name: &str, about: &str| {
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(name, about)))
    };
    let schemes = &mut components.security_schemes;
    schemes.insert("key".to_string(), RefOr::T(SecurityScheme::Http(key.build())));
    schemes.insert(
        "browser".to_string(),
        RefOr::T(cookie(KEY_COOKIE, "The key of a browser, set with its first seat.")),
    );
    schemes.insert("login".to_string(), RefOr::T(cookie(LOGIN_COOKIE, "Who is logged in.")));
    // Everybody may look; who sends a key sees what its seats see.
    let none = SecurityRequirement::default();
    let one = |name: &str| SecurityRequirement::new::<_, [&str; 0], &str>(name, []);
    document.security = Some(vec![none, one("key"), one("browser"), one("login")]);
    let mut document = serde_json::to_value(document).expect("plain data always has a JSON text");
    bound(&mut document);
    let schemas = &mut document["components"]["schemas"];
    for name in ["Reply", "ListChoice"] {
        name_alone(&mut schemas[name]);
    }
    // What a message on the socket says stands beside what it is and its number.
    for name in ["AnswerRequest", "HintsRequest"] {
        let mut said = schemas[name].clone();
        said.as_object_mut().map(|said| said.remove("additionalProperties"));
        put_in(&mut schemas["What"], &format!("#/components/schemas/{name}"), &said);
    }
    document
}

/// One of several choices that goes by its name has nothing beside it.
fn name_alone(schema: &mut Value) {
    let choices = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for choice in choices.into_iter().flatten().filter_map(Value::as_object_mut) {
        choice.insert("additionalProperties".to_string(), false.into());
    }
}

/// Puts a schema in the place of what refers to it.
fn put_in(value: &mut Value, reference: &str, schema: &Value) {
    match value {
        Value::Object(fields) if fields.get("$ref").is_some_and(|found| found == reference) => {
            *value = schema.clone();
        }
        Value::Object(fields) => fields.values_mut().for_each(|one| put_in(one, reference, schema)),
        Value::Array(values) => values.iter_mut().for_each(|one| put_in(one, reference, schema)),
        _ => {}
    }
}

/// Numbers end where their type ends.
fn bound(value: &mut Value) {
    if let Value::Object(fields) = value {
        let largest = match fields.get("format").and_then(Value::as_str) {
            Some("u-int8") => Some(u64::from(u8::MAX)),
            Some("u-int16") => Some(u64::from(u16::MAX)),
            Some("u-int32") => Some(u64::from(u32::MAX)),
            Some("u-int64") => Some(u64::MAX),
            _ => None,
        };
        if let Some(largest) = largest {
            fields.entry("maximum").or_insert(largest.into());
        }
    }
    match value {
        Value::Object(fields) => fields.values_mut().for_each(bound),
        Value::Array(values) => values.iter_mut().for_each(bound),
        _ => {}
    }
}

/// What every route below `/api` takes, and how it refuses what it is sent.
fn complete(item: &mut PathItem) {
    item.parameters = Some(vec![RefOr::Ref(Ref::new("#/components/parameters/lang"))]);
    for changing in [&mut item.put, &mut item.post, &mut item.delete, &mut item.patch].into_iter().flatten() {
        changing.responses.responses.extend([refused(403)]);
    }
    let PathItem { get, put, post, delete, patch, .. } = item;
    for operation in [get, put, post, delete, patch].into_iter().flatten() {
        let named = operation.parameters.iter().flatten().any(|parameter| {
            matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Path)
        });
        // A language that nobody speaks, too many requests, and a store that fails.
        let mut all = vec![400, 429, 500, 503];
        if named {
            all.push(404);
        }
        if operation.request_body.is_some() {
            all.extend([408, 413]);
        }
        operation.responses.responses.extend(all.into_iter().map(refused));
    }
}

fn lang() -> Parameter {
    let languages = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["de", "en"]));
    ParameterBuilder::new()
        .name("lang")
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(
            "In which language the answer is; without it as the browser would like it, or English.",
        ))
        .schema(Some(languages))
        .build()
}

fn component(status: u16) -> String {
    format!("refused-{status}")
}

fn refused(status: u16) -> (String, RefOr<Response>) {
    (status.to_string(), RefOr::Ref(Ref::from_response_name(component(status))))
}

/// A refusal with this status, and what its code may be.
fn refusal(status: StatusCode) -> Response {
    let codes = Code::ALL.iter().filter(|code| code.status() == status);
    let codes: Vec<String> = codes.map(|code| format!("`{}`", code.name())).collect();
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(NotDone::name()))).build();
    let what = match status {
        StatusCode::SERVICE_UNAVAILABLE => {
            "After `unavailable` it may still have been done: look, or send the same again. After `busy` nothing has changed."
        }
        _ => "Nothing has changed.",
    };
    let response = ResponseBuilder::new()
        .description(format!("Refused: `code` is {}. {what}", codes.join(" or ")))
        .content("application/json", body);
    if ![StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
        return response.build();
    }
    let seconds = ObjectBuilder::new().schema_type(Type::Integer);
    let header =
        HeaderBuilder::new().schema(Some(seconds)).description(Some("In how many seconds to try again."));
    response.header("Retry-After", header.build()).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_place_among_the_refusals() {
        let document = description();
        let described = document["components"]["schemas"]["Code"]["enum"].as_array().unwrap();
        assert_eq!(*described, Code::ALL.map(Code::name));
    }
}
